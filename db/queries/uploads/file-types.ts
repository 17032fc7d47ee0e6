import { sql } from 'drizzle-orm'

/** The type of a finished upload as `videos` stores it; `s` is the row of the source. */
export const mp4OrWebm = sql.raw(
  `case s.content_type when 'video/mp4' then 'mp4' when 'video/webm' then 'webm' end`,
)

/** The type of a picture, row `p`, in the same words. */
export const pictureType = sql.raw(
  `case p.content_type when 'image/jpeg' then 'jpg' when 'image/png' then 'png' when 'image/webp' then 'webp' end`,
)
