/** Formats bytes with a decimal unit, as file managers do: `4 GB`, `1.5 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** power
  return `${value < 10 ? Number(value.toFixed(1)) : Math.round(value)} ${units[power]}`
}
