import { Scissors, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button'
import { Alert } from '../../ui/feedback/alert'
import { type Cut, inspectVideo, type SourceFacts } from '../studio'
import { RangeSelector } from './range-selector'

export interface TrimEditorProps {
  /** The whole video: a file, or one of our URLs. */
  video: Blob | string
  /** Seconds, of the whole. */
  duration: number
  /** Shortest duration that may be published, in seconds. */
  shortest: number
  /** The part to publish; null for the whole. */
  cut: Cut | null
  onChange: (cut: Cut | null) => void
  /** The video can't be loaded: its URL may have expired. */
  onTrouble?: () => void
}

/** Frames per second when the rate is unknown. */
const usualFrameRate = 30

/** Trims the ends of a video. The published file doesn't contain the rest at all. */
export function TrimEditor({ video, duration, shortest, cut, onChange, onTrouble }: TrimEditorProps) {
  const [selection, setSelection] = useState<Cut | null>(cut)
  const facts = useFacts(selection ? video : null)
  useEffect(() => setSelection(cut), [cut])

  if (!selection) {
    return (
      <Button className="justify-self-start" onClick={() => setSelection({ start: 0, end: duration })}>
        <Scissors aria-hidden="true" className="size-4" />
        Trim video
      </Button>
    )
  }
  const isApplied = cut !== null && cut.start === selection.start && cut.end === selection.end
  const isWhole = selection.start === 0 && selection.end === duration
  return (
    <section aria-label="Trim" className="grid gap-4 rounded-card border border-line p-4">
      <RangeSelector
        video={video}
        duration={duration}
        frame={1 / (facts?.frameRate ?? usualFrameRate)}
        shortest={Math.min(shortest, duration)}
        value={selection}
        onChange={setSelection}
        onTrouble={onTrouble}
      />
      {facts?.cannotTrim ? <Alert tone="warning">{facts.cannotTrim}</Alert> : null}
      <p className="text-faint text-meta">
        Only the selected part will be kept; the rest is removed from the file. This takes a moment.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          disabled={isApplied || isWhole || Boolean(facts?.cannotTrim)}
          title={isApplied || isWhole ? 'Select a different part first' : (facts?.cannotTrim ?? undefined)}
          onClick={() => onChange(selection)}
        >
          {isApplied ? 'Trimmed' : 'Apply trim'}
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            setSelection(null)
            if (cut) onChange(null)
          }}
        >
          <Undo2 aria-hidden="true" className="size-4" />
          Keep whole video
        </Button>
      </div>
    </section>
  )
}

/** Returns the facts about the video, such as whether this browser can trim it; null until they are known. */
function useFacts(video: Blob | string | null): SourceFacts | null {
  const [facts, setFacts] = useState<SourceFacts | null>(null)
  useEffect(() => {
    setFacts(null)
    if (!video) return
    const controller = new AbortController()
    // A file that can't be read was refused before this editor was shown.
    inspectVideo(video, controller.signal).then(setFacts, () => undefined)
    return () => controller.abort()
  }, [video])
  return facts
}
