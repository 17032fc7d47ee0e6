import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredPictures } from '#contract/values/uploads/upload'

export const mediaFolder = 'dev/seed/media'

export const postersFile = join(mediaFolder, 'posters.json')

/** Returns the pictures in each poster's file: WebP, one after the other. */
export function readPosters(): Record<string, StoredPictures> {
  return JSON.parse(readFileSync(postersFile, 'utf8'))
}

/** A WebM has its own quality among them, since only H.264 is cut into segments. */
const qualities = [360, 480, 720]

/** Returns the folder of the files that are derived from a demo clip. */
export function ladderFolder(clip: string): string {
  return join(mediaFolder, 'ladder', clip.replace(/\.\w+$/, ''))
}

/** Returns the paths of a demo clip's derived files, renditions lowest first. */
export function ladderFiles(clip: string) {
  const folder = ladderFolder(clip)
  return {
    renditions: qualities
      .map((quality) => ({ quality, path: join(folder, `${quality}p.mp4`) }))
      .filter(({ path }) => existsSync(path)),
    storyboard: join(folder, 'storyboard.jpg'),
    preview: join(folder, 'preview.mp4'),
    trailer: join(folder, 'trailer.mp4'),
  }
}
