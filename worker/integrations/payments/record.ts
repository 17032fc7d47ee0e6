/**
 * Returns the named fields of a provider's record. An allow-list, since data that identifies a payer has too
 * many names.
 */
export function kept(record: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.filter((field) => field in record).map((field) => [field, record[field]]))
}
