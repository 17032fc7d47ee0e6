export interface Mail {
  to: string
  subject: string
  /** Plain text. */
  body: string
  /** Headers in addition to those of every email. */
  headers?: Record<string, string>
}

/**
 * Sends one email or throws; the outbox decides about retries. A provider that recognises `key` doesn't send
 * an email twice.
 */
export interface Mailer {
  send(mail: Mail, key?: string): Promise<void>
}
