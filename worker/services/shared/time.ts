/** Formats a time from the database for the API. */
export function isoTime(at: number): string {
  return new Date(at).toISOString()
}

export function isoTimeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at)
}
