import { X } from 'lucide-react'
import { useState } from 'react'
import type { ImportState } from '#contract/schemas/uploads/upload'
import { formatBytes } from '#contract/values/shared/bytes'
import { videoMessages } from '#contract/values/videos/messages'
import { errorDetail } from '#web/lib/api-error'
import { useMatches } from '#web/lib/dom/use-matches'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { errorToast } from '#web/ui/feedback/toast'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { Draft, Way } from '../draft/draft'
import { ProgressCard } from '../progress/progress-card'
import { usePurposeWords } from '../progress/purpose'
import { useHandOver, useImport } from './use-import'
import type { FetchedUse } from './use-video-job'
import { preparedUpTo, wayOf } from './way'

/** The URL entered, its import, and the way in which that becomes a video. */
export type UrlDraft = Pick<Draft, 'url' | 'importId' | 'way'>

export interface UrlSourceProps {
  draft: UrlDraft
  onChange: (change: Partial<UrlDraft>) => void
  fetched: FetchedUse
  /** The ID of the sentence that says that there is no video yet. */
  errorId?: string | undefined
}

/** Takes a video from an address: the server fetches it, and it is published as it is or edited like a chosen file. */
export function UrlSource({ draft, onChange, fetched, errorId }: UrlSourceProps) {
  const { url, importId } = draft
  const words = usePurposeWords()
  const [invalid, setInvalid] = useState(false)
  const { start, cancel, state, error } = useImport(importId, (id) => onChange({ importId: id }))
  const isHandheld = useMatches('(pointer: coarse)')
  const way = wayOf(draft.way, state?.size ?? null, isHandheld)
  const obstacle = way === 'asIs' ? (state?.obstacle ?? null) : null
  useHandOver(state, obstacle === null ? way : null, {
    onAsIs: (uploadId) => fetched.chooseAsIs(uploadId, nameOf(url)),
    onPrepared: (address) => fetched.prepare(address, nameOf(url)),
    onTaken: () => onChange({ importId: null }),
  })
  const [starting, setStarting] = useState(false)

  async function begin() {
    const wrong = !isWebAddress(url)
    setInvalid(wrong)
    if (wrong) {
      errorToast('Invalid URL', videoMessages.videoUrlInvalid)
      return
    }
    setStarting(true)
    try {
      await start(url.trim())
    } catch (refusal) {
      errorToast('Upload failed', refusal)
    } finally {
      setStarting(false)
    }
  }

  const underWay = state !== null && state.status !== 'failed'
  const failure = state?.status === 'failed' ? state.error : error ? errorDetail(error) : null
  return (
    <div className="grid gap-4">
      <Field label="Video URL" help="MP4, WebM" error={invalid ? videoMessages.videoUrlInvalid : undefined}>
        <Input
          type="url"
          inputMode="url"
          placeholder="https://example.com/video.mp4"
          value={url}
          data-invalid={errorId && true}
          disabled={underWay}
          onChange={({ target }) => {
            setInvalid(false)
            onChange({ url: target.value })
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter fetches the video instead of submitting the surrounding form.
            event.preventDefault()
            void begin()
          }}
        />
      </Field>
      {obstacle === null ? (
        <RadioList
          label={words.howTo}
          choices={[
            { value: 'asIs', label: 'As is', help: asIsHelp },
            {
              value: 'prepared',
              label: 'Processed in this browser',
              help: preparedHelp(state?.size ?? null),
            },
          ]}
          value={way}
          error={undefined}
          onChange={(chosen) => onChange({ way: chosen })}
        />
      ) : null}
      {underWay && way === 'asIs' && way !== wayOf(draft.way, null, isHandheld) ? (
        <p role="status" className="text-dim text-meta">
          {words.asIs(`Files over ${formatBytes(preparedUpTo)}`)}
        </p>
      ) : null}
      {obstacle !== null && state ? (
        <Obstacle
          sentence={obstacle}
          size={state.size}
          onPrepare={() => onChange({ way: 'prepared' })}
          onCancel={cancel}
        />
      ) : underWay ? (
        <ImportProgress url={url} state={state} way={way} onCancel={cancel} />
      ) : (
        <div>
          <Button onClick={begin} busy={starting}>
            Fetch video
          </Button>
        </div>
      )}
      {failure && !starting ? (
        <Alert tone="danger" title="Couldn't fetch the video">
          {failure}
        </Alert>
      ) : null}
    </div>
  )
}

const asIsHelp =
  "The file stays on the server, in its own quality. You can't trim it. This device downloads only what the thumbnail and previews need."

function preparedHelp(size: number | null): string {
  return `Downloads ${amountOf(size)} to this device, then uploads the result. You can trim it, and it gets lower qualities for slow connections.`
}

function amountOf(size: number | null): string {
  return size === null ? 'the whole file' : formatBytes(size)
}

interface ObstacleProps {
  sentence: string
  size: number | null
  onPrepare: () => void
  onCancel: () => void
}

function Obstacle({ sentence, size, onPrepare, onCancel }: ObstacleProps) {
  const { notAsIs } = usePurposeWords()
  return (
    <Alert tone="danger" title={notAsIs}>
      <p>
        {sentence} Your browser may be able to fix it: it downloads {amountOf(size)}, then uploads the result.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={onPrepare}>Process it in this browser</Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Alert>
  )
}

interface ImportProgressProps {
  url: string
  state: ImportState
  way: Way
  onCancel: () => void
}

function ImportProgress({ url, state, way, onCancel }: ImportProgressProps) {
  const { status, received, size } = state
  const text = {
    queued: 'Waiting in line',
    fetching: size
      ? `Fetching, ${formatBytes(received)} of ${formatBytes(size)}`
      : `Fetching, ${formatBytes(received)}`,
    probing: 'Checking the file',
    done: way === 'asIs' ? 'Opening the file' : 'Loading the video into the editor',
    failed: 'Failed',
  }[status]
  return (
    <ProgressCard
      name={url}
      label="Fetching the video"
      share={status === 'fetching' && size ? received / size : null}
      text={text}
      actions={
        <IconButton label="Cancel fetching" onClick={onCancel}>
          <X className="size-4.5" />
        </IconButton>
      }
    />
  )
}

/** Returns the file's name in the address, or the host where it has none. */
function nameOf(url: string): string {
  const { pathname, host } = new URL(url.trim())
  return pathname.split('/').at(-1) || host
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text.trim()) && /^https?:$/.test(new URL(text.trim()).protocol)
}
