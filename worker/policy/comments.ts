/** Tells whether a video has comments: the site does, and its uploader wants them. */
export function areCommentsOpen(
  settings: { commentsEnabled: boolean },
  video: { allowComments: boolean },
): boolean {
  return settings.commentsEnabled && video.allowComments
}
