/**
 * Unicode's embeddings, overrides and isolates, by which a text can be read as another, and change what stands around
 * it. Its three marks stay: they turn no letter, and Hebrew and Arabic need them beside signs and numbers.
 */
const controls = /[\u202a-\u202e\u2066-\u2069]/g

/** Matches a text without them. */
export const undirected = /^[^\u202a-\u202e\u2066-\u2069]*$/

export const directionMessage =
  'This text contains hidden characters that change its direction. Remove them, or type it again.'

export function withoutDirection(text: string): string {
  return text.replace(controls, '')
}
