import { formatCueTime } from './time'

/**
 * One caption. Times in milliseconds; the text is what cueText returns, the settings what cueSettings returns.
 */
export interface Cue {
  start: number
  end: number
  settings: string
  text: string
}

/** Four hours with a caption every three seconds. */
export const maxCues = 5000

export function renderWebVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ start, end, settings, text }) => {
    const timing = `${formatCueTime(start)} --> ${formatCueTime(end)}`
    return `${settings ? `${timing} ${settings}` : timing}\n${text}\n`
  })
  return ['WEBVTT\n', ...blocks].join('\n')
}
