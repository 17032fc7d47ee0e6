import * as z from 'zod'
import { newsBodyLength, newsSubjectLength } from '../../values/site/newsletter'
import { newEmailAddress } from '../accounts/auth'
import { line, time } from '../shared/parts'

export const subscribeInput = z.strictObject({ email: newEmailAddress })

export const news = z.strictObject({
  // One line, since it becomes an email header.
  subject: line.min(newsSubjectLength.min).max(newsSubjectLength.max),
  body: z.string().trim().min(newsBodyLength.min).max(newsBodyLength.max),
})
export type News = z.infer<typeof news>

export const newsIssue = z.object({
  id: z.number().int(),
  subject: z.string(),
  createdAt: time,
  createdBy: z.string(),
  queued: z.number().int(),
  finishedAt: time.nullable(),
})
export type NewsIssue = z.infer<typeof newsIssue>
