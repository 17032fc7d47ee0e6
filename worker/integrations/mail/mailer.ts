export interface Mail {
  to: string
  subject: string
  /** Plain text. */
  body: string
  /** Headers beside those that every email has. */
  headers?: Record<string, string>
}

/** Sends one email or throws; the outbox decides about retries. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
