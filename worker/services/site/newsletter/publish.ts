import { sql } from 'drizzle-orm'
import type { News, NewsIssue } from '#contract/schemas/site/newsletter'
import {
  countSubscribers,
  issueById,
  issueOf,
  publishNews,
  wherePublishable,
} from '#db/queries/site/newsletter'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { audited, isDone } from '../../shared/audit'
import { newsView } from './list'

/** Starts sending an issue to all confirmed subscribers; cron queues the emails, a few at a time. */
export async function publishNewsOnce(ctx: UserContext, news: News): Promise<NewsIssue> {
  const { db, now } = ctx
  const issue = { ...news, createdBy: ctx.actor.id }
  const [count] = await countSubscribers(db)
  if (!count?.subscribers) throw new AppError('conflict', 'There are no newsletter subscribers yet.')
  const act = {
    action: 'news.send',
    subject: 'news',
    subjectId: sql`(select max(id) from newsletter_issues)`,
    details: { before: null, after: { subject: news.subject, characters: news.body.length, ...count } },
  }
  const [[published]] = await db.batch(
    audited(ctx, publishNews(db, issue, now, wherePublishable(issue)), act),
  )
  const [row] = published ? await issueById(db, published.id) : await issueSentBefore(ctx, news)
  if (!row)
    throw new AppError('conflict', 'This newsletter has already been sent, or another is still going out.')
  return newsView(row)
}

/** Returns the newest issue if it is this one, just sent by the actor: the answer was lost, and it is sent again. */
async function issueSentBefore(ctx: UserContext, news: News) {
  const [issue] = await issueOf(ctx.db, news)
  const act = { action: 'news.send', subject: 'news', subjectId: issue?.id ?? 0 }
  return issue && (await isDone(ctx, act)) ? [issue] : []
}
