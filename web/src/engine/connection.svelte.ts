// Whether the program that served this page still answers; nothing to say where the engine runs in this browser.
class Connection {
  lost = $state(false);
}

export const connection = new Connection();
