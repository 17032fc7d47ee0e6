/**
 * A puzzle that costs a browser up to some seconds and the server one try: find the number below `tries`
 * whose digest is `target`. The number is drawn evenly, so that the time has a bound.
 */
export interface Puzzle {
  /** Random; names the puzzle. */
  salt: string
  tries: number
  /** In hex. */
  target: string
  /** Milliseconds since 1970. */
  expiresAt: number
  /** Ties the puzzle to one act and one network. */
  signature: string
}

/** A solved puzzle. Its target is left out, since the answer gives it. */
export interface Proof extends Omit<Puzzle, 'target'> {
  answer: number
}

/**
 * The digest is PBKDF2 with SHA-256, the puzzle's salt as the password, and the number tried, in decimal, as the salt.
 * A browser's own implementation is about as fast as an attacker's, and so many rounds make it do most of the
 * work rather than the calls to it.
 */
export const puzzleDigest = { rounds: 1000, bytes: 16 } as const

/** Milliseconds in which a puzzle may be answered. */
export const puzzleMs = 120_000
