/** An operand that no test can miss, and why. */
export interface Explained {
  file: string
  /** As the report prints it. */
  operand: string
  condition: string
  why: string
}

/** The operands that may survive. One that a test notices, or that is gone, is reported. */
export const explained: readonly Explained[] = [
  {
    file: 'worker/policy/media-access.ts',
    operand: 'session.premiumUntil !== null',
    condition: 'session.premiumUntil !== null && session.premiumUntil > now',
    why: 'Types ask for it: null is less than any time, too.',
  },
  {
    file: 'worker/policy/video-access.ts',
    operand: "actor.kind === 'user'",
    condition: "actor.kind === 'user' && actor.id === video.userId",
    why: 'Types ask for it: a visitor has no ID, and a video always has an owner.',
  },
  {
    file: 'worker/policy/video-access.ts',
    operand: "actor.kind === 'user'",
    condition: "actor.kind === 'user' && actor.inCase === true",
    why: 'Types ask for it: a visitor is never in a case.',
  },
]
