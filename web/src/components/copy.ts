// The clipboard, where the browser lets a page write to it.

/** Whether the text is there now: without permission, or on a page from http:// elsewhere, it is not. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
