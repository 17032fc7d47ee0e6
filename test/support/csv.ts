/** Returns a line of CSV as the site writes it, with every cell quoted. */
export function csvLine(...cells: readonly (string | number)[]): string {
  return cells.map((cell) => `"${cell}"`).join(',')
}
