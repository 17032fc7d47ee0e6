export interface Mail {
  to: string
  subject: string
  /** Plain text. */
  body: string
  /** Beside those that every mail has. */
  headers?: Record<string, string>
}

/** Sends one mail or throws; whether to try again is the outbox's business. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
