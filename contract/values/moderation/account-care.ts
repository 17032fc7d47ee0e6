/** Texts that staff write about an account. */
export const careText = { min: 3, max: 1000 } as const

export const careMessages = {
  warningShort: 'Say what the member did and what you expect. They read it.',
  noteShort: 'Write the note first.',
  reasonShort: 'Give a reason. It stays in the audit log.',
} as const

/** How long a request to reset a second factor waits for another administrator, in hours. */
export const factorResetHours = 24
