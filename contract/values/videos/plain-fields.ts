/** Fields of a video that are stored as given and shown to everyone as stored. */
export const plainFields = ['description', 'isPremium', 'allowDownload', 'posterStyle'] as const

export type PlainField = (typeof plainFields)[number]

/** Returns the plain fields of a row, an input or a table, without undefined ones. */
export function plainOf<Of extends Partial<Record<PlainField, unknown>>>(of: Of) {
  const given = plainFields.filter((field) => of[field] !== undefined)
  return Object.fromEntries(given.map((field) => [field, of[field]])) as Pick<Of, PlainField & keyof Of>
}
