import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const mediaFolder = 'dev/seed/media'

/** A WebM has its own quality among them, since only H.264 is cut into segments. */
const qualities = [360, 480, 720]

/** What was made of a demo clip: paths, the rungs lowest first. */
export function ladderFiles(clip: string) {
  const stem = join(mediaFolder, 'ladder', clip.replace(/\.\w+$/, ''))
  return {
    rungs: qualities
      .map((quality) => ({ quality, path: `${stem}-${quality}p.mp4` }))
      .filter(({ path }) => existsSync(path)),
    storyboard: `${stem}-storyboard.jpg`,
    preview: `${stem}-preview.mp4`,
  }
}
