import { sql } from 'drizzle-orm'

/** The type of a finished upload, as `videos` stores it; `s` is the source's row. */
export const mp4OrWebm = sql.raw(
  `case s.content_type when 'video/mp4' then 'mp4' when 'video/webm' then 'webm' end`,
)

/** The type of a picture, as `videos` stores it; `p` is the picture's row. */
export const pictureType = sql.raw(
  `case p.content_type when 'image/jpeg' then 'jpg' when 'image/png' then 'png' when 'image/webp' then 'webp' end`,
)
