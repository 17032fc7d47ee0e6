import { spawnSync } from 'node:child_process'
import { segmentSeconds } from '#contract/values/videos/media'

/** Painted, and kept through every encoding. */
export const frameRate = 24

/** No tags, no times, no version: the same ffmpeg gives the same bytes. */
export const anonymous = words('-map_metadata -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact')

export const colours = words('-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv')

/**
 * filter_units drops the message in which x264 writes its settings. Thread counts are fixed since they change
 * the bytes. Key frames are a segment apart: a seek waits no longer.
 */
export function h264(crf: number, preset: 'slow' | 'veryslow'): string[] {
  return words(`-c:v libx264 -profile:v high -preset ${preset} -tune animation -crf ${crf} -aq-mode 3
    -g ${segmentSeconds * frameRate} -keyint_min ${frameRate} -sc_threshold 0 -threads 4
    -bsf:v filter_units=remove_types=6`)
}

/** The tones are low: nothing above 8 kHz is lost, and half of the bytes are saved. */
export const sound = words('-c:a aac -ar 16000 -b:a 16k')

/** JPEG has its own colour matrix; without the conversion pictures are greener than the clip. */
export function jpegScale(width: number, height: number): string {
  return `scale=${width}:${height}:in_color_matrix=bt709:out_color_matrix=bt601:out_range=pc,format=yuvj420p`
}

export function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

export function ffmpeg(...args: string[]): void {
  const { status } = spawnSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`ffmpeg could not make ${args.at(-1)}`)
}
