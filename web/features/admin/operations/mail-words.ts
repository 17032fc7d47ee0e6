import type { AdminMail } from '#contract/schemas/site/operations'

/** Returns an email's subject; what stands for it where the caller may not read it. */
export function subjectText({ subject }: AdminMail): string {
  return subject ?? 'About a report or removal request'
}

export function recipientText({ recipient }: AdminMail): string {
  return recipient ?? 'Hidden'
}
