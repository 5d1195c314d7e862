/** What the pack uses of domino, whose own types are no module. */
declare module '@mixmark-io/domino' {
  const domino: { createDocument(html: string): { getElementById(id: string): object | null } };
  export default domino;
}
