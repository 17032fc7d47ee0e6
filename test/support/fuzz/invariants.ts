import { createDb } from '#db/client'
import { eventsOf } from '#db/queries/payments/entitlements'
import { fold } from '#worker/services/payments/entitlements/fold'
import { filesOutOfStep } from '../videos/named-files'

const visible = `status = 'ready' and review = 'approved' and is_public = 1 and hold is null`
const listed = `(hold is null or hold = 'quarantine')`
const count = (from: string) => `(select count(*) from ${from})`

/** Queries for rows that break a rule: counters that differ from the number of their rows. */
const counters: Record<string, string> = {
  'likes of a video': `select id from videos v where likes <> ${count('likes l where l.video_id = v.id')}`,
  'comments of a video': `select id from videos v
    where comments <> ${count(`comments c where c.video_id = v.id and c.state = 'shown'`)}`,
  'open reports of a video': `select id from videos v
    where open_reports <> ${count(`reports r where r.video_id = v.id and r.status = 'open'`)}`,
  'likes of a comment': `select id from comments c
    where likes <> ${count('comment_likes l where l.comment_id = c.id')}`,
  'replies to a comment': `select id from comments c
    where replies <> ${count(`comments r where r.parent_id = c.id and r.state = 'shown'`)}`,
  'open reports of a comment': `select id from comments c
    where open_reports <> ${count(`comment_reports r where r.comment_id = c.id and r.status = 'open'`)}`,
  'videos of a list': `select id from lists l
    where item_count <> ${count('list_items i where i.list_id = l.id')}`,
  'videos of a category': `select id from categories c
    where video_count <> ${count(`videos v where v.category_id = c.id and ${visible}`)}`,
  'premium videos of a category': `select id from categories c
    where (premium_count, premium_seconds) <> (select count(*), coalesce(sum(cast(coalesce(duration, 0) as integer)), 0)
      from videos v where v.category_id = c.id and is_premium = 1 and ${visible})`,
  'videos of a tag': `select slug from tags t
    where video_count <> ${count('video_tags v where v.slug = t.slug')}`,
  'videos of an account': `select user_id from owner_counts o where total <> ${ofOwner(listed)}
    or public <> ${ofOwner(`${listed} and is_public = 1`)} or premium <> ${ofOwner(`${listed} and is_premium = 1`)}
    or visible <> ${ofOwner(visible)}
    or views <> (select coalesce(sum(views_listed), 0) from videos v where v.user_id = o.user_id and ${visible})`,
  'followers of an account': `select user_id from owner_counts o
    where followers <> ${count('follows f where f.user_id = o.user_id')}`,
  'stored bytes of an account': `select user_id from owner_storage o
    where bytes <> (select coalesce(sum(bytes), 0) from media_objects m where m.owner_id = o.user_id)`,
  'accounts whose stored bytes are not counted': `select distinct owner_id from media_objects m
    where not exists (select 1 from owner_storage o where o.user_id = m.owner_id)`,
  'stored bytes of a kind': `select kind from storage_totals t
    where bytes <> (select coalesce(sum(bytes), 0) from media_objects m where m.kind = t.kind)
    or objects <> ${count('media_objects m where m.kind = t.kind')}`,
}

function ofOwner(condition: string): string {
  return count(`videos v where v.user_id = o.user_id and ${condition}`)
}

const noVideo = (table: string) =>
  `select video_id from ${table} t where not exists (select 1 from videos v where v.id = t.video_id)`
const noUser = (table: string, column = 'user_id') =>
  `select ${column} from ${table} t where ${column} > 0 and not exists (select 1 from users u where u.id = t.${column})`

/** Queries for rows whose parent is gone. */
const orphans: Record<string, string> = {
  ...Object.fromEntries(
    ['likes', 'saved_videos', 'list_items', 'watch_history', 'renditions', 'captions', 'video_tags'].map(
      (table) => [`${table} without a video`, noVideo(table)] as const,
    ),
  ),
  ...Object.fromEntries(
    ['likes', 'saved_videos', 'lists', 'watch_history', 'comments', 'uploads', 'imports', 'sessions'].map(
      (table) => [`${table} without an account`, noUser(table)] as const,
    ),
  ),
  // Reported comments wait for the decision.
  'comments without a video': `${noVideo('comments')} and open_reports = 0 and not exists (select 1 from comments_left l where l.video_id = t.video_id)`,
  'replies without a comment': `select id from comments c where parent_id is not null
    and not exists (select 1 from comments p where p.id = c.parent_id)`,
  'replies to replies': `select c.id from comments c join comments p on p.id = c.parent_id where p.parent_id is not null`,
  'items without a list': `select list_id from list_items i where not exists (select 1 from lists l where l.id = i.list_id)`,
  'likes without a comment': `select comment_id from comment_likes l
    where not exists (select 1 from comments c where c.id = l.comment_id)`,
  'videos without their source': `select id from videos v where source_key is not null and status = 'ready'
    and not exists (select 1 from media_objects m where m.key = v.source_key and m.pending_deletion_since is null)`,
  'videos without their poster': `select id from videos v where poster_key is not null and status = 'ready'
    and not exists (select 1 from media_objects m where m.key = v.poster_key and m.pending_deletion_since is null)`,
  'public videos with a key': `select id from videos where is_public = 1 and unlisted_key is not null`,
  'videos of a held account with a time in the trash': `select id from videos
    where hold in ('ban', 'deletion') and trashed_at is not null`,
  'references to nothing': `select "table" from pragma_foreign_key_check`,
}

/** Queries for premium that no one paid for or gave. */
const unpaid: Record<string, string> = {
  'grants without a verified payment': `select e.user_id from entitlement_events e
    left join payments p on p.id = e.payment_id and p.user_id = e.user_id and p.verified_by is not null
    where e.kind = 'grant' and p.id is null`,
  'gifts without who gave them': `select e.user_id from gift_events e
    left join premium_gifts g on g.id = e.gift_id and g.user_id = e.user_id and g.given_by <> e.user_id
    where e.kind = 'grant' and g.id is null`,
  'codes that grant otherwise than once to who redeemed them': `select e.user_id from gift_code_events e
    left join gift_codes c on c.hash = e.hash and c.redeemed_by = e.user_id and c.redeemed_at = e.at
    left join gift_code_batches b on b.id = c.batch_id and b.days = e.days and b.made_by <> e.user_id
    where b.id is null`,
  'codes that were redeemed for nothing': `select hash from gift_codes c where redeemed_at is not null
    and not exists (select 1 from gift_code_events e where e.hash = c.hash)`,
  'batches that count their codes wrongly': `select id from gift_code_batches b where redeemed <>
    (select count(*) from gift_codes c where c.batch_id = b.id and c.redeemed_at is not null)`,
  'premium without an event': `select user_id from subscriptions s where premium_until > 0
    and not exists (select 1 from entitlement_events e where e.user_id = s.user_id)
    and not exists (select 1 from gift_events e where e.user_id = s.user_id)
    and not exists (select 1 from gift_code_events e where e.user_id = s.user_id)`,
  'payments granted twice': `select payment_id from entitlement_events where kind = 'grant'
    group by payment_id having count(*) > 1`,
}

/** Returns the broken rules of the rows, one a line. */
export async function faultsInRows(d1: D1Database): Promise<string[]> {
  const rules = Object.entries({ ...counters, ...filesOutOfStep, ...orphans, ...unpaid })
  const results = await d1.batch(rules.map(([, query]) => d1.prepare(query)))
  const found = rules.flatMap(([rule], index) => {
    const rows = results[index]?.results ?? []
    return rows.length > 0 ? [`${rule}: ${JSON.stringify(rows.slice(0, 5))}`] : []
  })
  return [...found, ...(await faultsInTerms(d1))]
}

/** Returns accounts whose premium, as the site reads it, isn't the sum of its events. */
async function faultsInTerms(d1: D1Database): Promise<string[]> {
  const { results } = await d1.prepare('select user_id, premium_until from subscriptions').all<{
    user_id: number
    premium_until: number
  }>()
  const found: string[] = []
  for (const { user_id, premium_until } of results) {
    const { premiumUntil } = fold(await eventsOf(createDb(d1), user_id))
    if (premiumUntil !== premium_until)
      found.push(`premium of account ${user_id} is ${premium_until} and not ${premiumUntil}`)
  }
  return found
}
