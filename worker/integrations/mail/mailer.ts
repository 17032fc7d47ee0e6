export interface Mail {
  to: string
  subject: string
  /** Plain text. */
  body: string
  /** Headers beside those that every email has. */
  headers?: Record<string, string>
}

/**
 * Sends one email or throws; the outbox decides about retries. Where the provider can tell by `key` that it has taken an
 * email already, it doesn't send it twice.
 */
export interface Mailer {
  send(mail: Mail, key?: string): Promise<void>
}
