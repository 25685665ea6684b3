// The hint path: followed, left and repaired (the same cases as tests/player/guide_test.cpp).
import { describe, expect, it } from 'vitest';
import { afterMove, afterMoves, blankCell, inlineForm, movesOf, opposite, type Board, type Move } from '../../src/puzzle/board';
import { goalBoard } from '../../src/puzzle/goals';
import { Guide } from '../../src/puzzle/guide';

const moves = movesOf;
const text = (guide: Guide) => guide.way?.join('') ?? null;

describe('Guide', () => {
  it('knows nothing at first', () => {
    const guide = new Guide();
    expect(guide.way).toBeNull();
    expect(guide.shortest).toBe(false);
    guide.step('U');
    guide.learn(guide.begin(), 7);
    expect(guide.lowerBound).toBe(7);
    expect(guide.way).toBeNull();
  });

  it('keeps the rest of a way that is followed', () => {
    const guide = new Guide();
    guide.learn(guide.begin(), 4, moves('ULDR'));
    expect(guide.shortest).toBe(true);
    guide.step('U');
    expect(text(guide)).toBe('LDR');
    expect(guide.shortest).toBe(true);
    expect(guide.following).toBe(true);
    for (const move of moves('LDR')) guide.step(move);
    expect(text(guide)).toBe('');
    expect(guide.shortest).toBe(true);
  });

  it('puts the undoing move in front of a way that is left', () => {
    const guide = new Guide();
    guide.learn(guide.begin(), 3, moves('ULD'));
    guide.step('U');
    guide.step('R');
    expect(text(guide)).toBe('LLD');
    expect(guide.shortest).toBe(false);
    expect(guide.following).toBe(false);
    expect(guide.lowerBound).toBe(1);
    guide.step('R');
    expect(text(guide)).toBe('LLLD');
    guide.step('L');
    guide.step('L');
    expect(text(guide)).toBe('LD');
    expect(guide.shortest).toBe(true);
    expect(guide.following).toBe(true);
  });

  it('D1: takes the way of the search that was asked for instead of an earlier answer, be it longer', () => {
    const guide = new Guide();
    const ticket = guide.begin();
    guide.learn(ticket, 2, moves('ULDR'));
    guide.step('U');
    guide.replace(ticket, moves('UULDDR'));
    expect(text(guide)).toBe('ULDDR');
    expect(guide.lowerBound).toBe(1);
  });

  it('takes a better way instead of the repaired one', () => {
    const guide = new Guide();
    guide.learn(guide.begin(), 4, moves('ULDR'));
    guide.step('D');
    const ticket = guide.begin();
    expect(text(guide)).toBe('UULDR');
    guide.learn(ticket, 2);
    expect(guide.lowerBound).toBe(3); // of the same parity as every way
    guide.learn(ticket, 3, moves('RUL'));
    expect(text(guide)).toBe('RUL');
    expect(guide.shortest).toBe(true);
    guide.learn(ticket, 1, moves('DDDDD'));
    expect(text(guide)).toBe('RUL');
    expect(guide.shortest).toBe(true);
  });

  it('counts results that come late', () => {
    const guide = new Guide();
    const ticket = guide.begin();
    guide.step('U');
    guide.step('R');
    guide.learn(ticket, 4, moves('ULDD'));
    expect(text(guide)).toBe('LLDD');
    expect(guide.lowerBound).toBe(2);
  });

  it('forgets all for another board', () => {
    const guide = new Guide();
    const ticket = guide.begin();
    guide.learn(ticket, 1, moves('U'));
    guide.clear();
    expect(guide.way).toBeNull();
    guide.learn(ticket, 1, moves('U'));
    expect(guide.way).toBeNull();
    expect(guide.begin()).not.toBe(ticket);
  });

  // A player who does anything at all on 2×3, where every distance is known, and searches that answer late.
  it('is right whatever the player does', () => {
    const goal = goalBoard('blank-last', [2, 3]);
    const way = new Map<string, { distance: number; move: Move | null }>([[inlineForm(goal), { distance: 0, move: null }]]);
    for (let layer: Board[] = [goal]; layer.length > 0; ) {
      const next: Board[] = [];
      for (const board of layer) {
        const { distance } = way.get(inlineForm(board))!;
        for (const move of moves('UDLR')) {
          const other = afterMove(board, move);
          if (!other || way.has(inlineForm(other))) continue;
          way.set(inlineForm(other), { distance: distance + 1, move: opposite[move] });
          next.push(other);
        }
      }
      layer = next;
    }
    const shortestFrom = (board: Board): Move[] => {
      const path: Move[] = [];
      for (let now = board; ; ) {
        const { move } = way.get(inlineForm(now))!;
        if (!move) return path;
        path.push(move);
        now = afterMove(now, move)!;
      }
    };

    let seed = 8;
    const below = (n: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
    let board = goal;
    for (let i = 0; i < 60; ++i) board = afterMove(board, moves('UDLR')[below(4)]!) ?? board;
    const guide = new Guide();
    const searches = [{ ticket: guide.begin(), from: board, after: 5 }];
    let proven = 0;
    for (let i = 0; i < 600; ++i) {
      const next = guide.way?.[0];
      const move = next && below(2) === 0 ? next : moves('UDLR')[below(4)]!;
      const moved = afterMove(board, move);
      if (moved) {
        board = moved;
        guide.step(move);
      }
      for (const search of searches) {
        if (search.after-- !== 0) continue;
        const path = shortestFrom(search.from);
        guide.learn(search.ticket, path.length, path);
      }
      if (below(10) === 0) searches.push({ ticket: guide.begin(), from: board, after: below(6) });
      const { distance } = way.get(inlineForm(board))!;
      expect(guide.lowerBound).toBeLessThanOrEqual(distance);
      if (guide.way) expect(inlineForm(afterMoves(board, guide.way)!)).toBe(inlineForm(goal));
      if (guide.shortest) {
        ++proven;
        expect(guide.way!.length).toBe(distance);
      }
    }
    expect(proven).toBeGreaterThan(50);
    expect(blankCell(board)).toBeGreaterThanOrEqual(0);
  });
});
