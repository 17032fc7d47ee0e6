/** Returns whether comments are open on a video: the site has them, and its uploader wants them. */
export function areCommentsOpen(
  settings: { commentsEnabled: boolean },
  video: { allowComments: boolean },
): boolean {
  return settings.commentsEnabled && video.allowComments
}
