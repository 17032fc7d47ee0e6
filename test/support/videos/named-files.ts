import { namedFiles } from '#db/named-files'

const kept = 'select object_key, place, video_id from video_files'

/**
 * Queries for rows of `video_files` that are missing or superfluous, compared with the files that videos
 * name.
 */
export const filesOutOfStep: Record<string, string> = {
  'files that no row names': `select * from (${kept}) except select * from (${namedFiles})`,
  'files of a row that are not kept': `select * from (${namedFiles}) except select * from (${kept})`,
}
