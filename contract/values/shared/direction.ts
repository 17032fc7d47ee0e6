/** Unicode's controls of direction, by which a text can be read as another, and change what stands around it. */
const controls = /\p{Bidi_Control}/gu

/** Matches a text without them. */
export const undirected = /^\P{Bidi_Control}*$/u

export const directionMessage =
  'This text contains hidden characters that change its direction. Remove them, or type it again.'

export function withoutDirection(text: string): string {
  return text.replace(controls, '')
}
