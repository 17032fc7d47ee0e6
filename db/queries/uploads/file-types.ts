import { sql } from 'drizzle-orm'

/** What a finished upload's type is called in `video_files`; `s` is the row of a video's source. */
export const mp4OrWebm = sql.raw(
  `case s.content_type when 'video/mp4' then 'mp4' when 'video/webm' then 'webm' end`,
)

/** The same of a picture, `p`. */
export const pictureType = sql.raw(
  `case p.content_type when 'image/jpeg' then 'jpg' when 'image/png' then 'png' when 'image/webp' then 'webp' end`,
)
