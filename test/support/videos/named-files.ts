/** The files that the rows of videos name, as their triggers keep them: one select a table, since D1 joins five at most. */
const named = `select column.value as object_key, column.key as place, v.id as video_id
  from videos v, json_each(json_object('source', source_key, 'poster', poster_key, 'blurred', blurred_key,
    'preview', preview_key, 'trailer', trailer_key, 'storyboard', storyboard_key)) column where column.value is not null
  union all select object_key, 'rendition', video_id from renditions
  union all select object_key, 'caption', video_id from captions
  union all select object_key, 'approved-caption', video_id from approved_captions
  union all select distinct object_key, 'replaced', video_id from replaced_files`

const kept = 'select object_key, place, video_id from video_files'

/** Each finds rows of `video_files` that are there or missing against what videos name. */
export const filesOutOfStep: Record<string, string> = {
  'files that no row names': `select * from (${kept}) except select * from (${named})`,
  'files of a row that are not kept': `select * from (${named}) except select * from (${kept})`,
}
