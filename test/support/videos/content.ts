import { env } from 'cloudflare:workers'
import type { AdminVideo } from '#contract/schemas/moderation/content'
import type { TestClient } from '../client'

/**
 * Inserts many videos in every combination of states, so that each pair of filters matches some. They have no
 * objects. Every second one belongs to the first owner.
 */
export async function fillContent(
  owners: [number, number],
  categories: number[],
  count: number,
): Promise<void> {
  await env.DB.prepare(
    `insert into videos (user_id, title, title_folded, category_id, is_premium, is_public, status, review, hold,
        waiting_since, open_reports, created_at)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
      select case i % 2 when 0 then ?2 else ?3 end, 'Clip ' || (i % 10), 'clip ' || (i % 10),
        json_extract(?4, '$[' || (i / 2 % json_array_length(?4)) || ']'), i / 4 % 3 = 0, i % 7 <> 3,
        case when i % 13 = 5 then 'failed' when i % 13 = 6 then 'processing' else 'ready' end,
        case when i % 8 = 1 or i % 8 = 4 then 'pending' when i % 9 = 2 then 'rejected' else 'approved' end,
        case i % 44 when 7 then 'quarantine' when 18 then 'removed' when 29 then 'ban' when 40 then 'deletion' end,
        case when i % 8 = 1 or i % 8 = 4 then i end, case when i % 10 = 9 or i % 10 = 6 then i % 3 + 1 else 0 end, i * 37 % 101
      from n`,
  )
    .bind(count, ...owners, JSON.stringify(categories))
    .run()
}

/** Reads a list page by page along its `Link`, with the cost of each. */
export async function* pagesOf<Item = AdminVideo>(client: TestClient, first: string) {
  let path: string | undefined = first
  while (path !== undefined) {
    const response: Response = await client.get(path)
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
    path = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
    yield { response, items: await response.json<Item[]>() }
  }
}
