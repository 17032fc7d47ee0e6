/**
 * Selects the files that the rows of videos name, as the triggers keep them in `video_files`: a restore fills
 * that table from it, and tests compare it with the table. One select per table, since D1 joins at most five.
 */
export const namedFiles = `select column.value as object_key, column.key as place, v.id as video_id
  from videos v, json_each(json_object('source', source_key, 'poster', poster_key, 'blurred', blurred_key,
    'preview', preview_key, 'trailer', trailer_key, 'storyboard', storyboard_key)) column where column.value is not null
  union all select object_key, 'rendition', video_id from renditions
  union all select object_key, 'caption', video_id from captions
  union all select object_key, 'approved-caption', video_id from approved_captions
  union all select distinct object_key, 'replaced', video_id from replaced_files`
