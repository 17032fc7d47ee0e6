import * as z from 'zod'
import { newsBodyLength, newsSubjectLength } from '../../values/site/newsletter'
import { newEmailAddress } from '../accounts/auth'
import { line, prose } from '../shared/parts'

export const subscribeInput = z.strictObject({ email: newEmailAddress })

export const news = z.strictObject({
  // One line, since it becomes an email header.
  subject: line.min(newsSubjectLength.min).max(newsSubjectLength.max),
  body: prose.min(newsBodyLength.min).max(newsBodyLength.max),
})
export type News = z.infer<typeof news>

export interface NewsIssue {
  id: number
  subject: string
  createdAt: string
  createdBy: string
  queued: number
  finishedAt: string | null
}
