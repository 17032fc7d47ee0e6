import { X } from 'lucide-react'
import { useState } from 'react'
import type { ImportState } from '../../../../../contract/schemas/uploads/uploads'
import { formatBytes } from '../../../../../contract/values/shared/bytes'
import { videoMessages } from '../../../../../contract/values/videos/messages'
import { errorDetail } from '../../../../lib/api-error'
import { Button } from '../../../../ui/button'
import { Alert } from '../../../../ui/feedback/alert'
import { errorToast } from '../../../../ui/feedback/toast'
import { Field } from '../../../../ui/form/field'
import { Input } from '../../../../ui/form/input'
import { IconButton } from '../../../../ui/icon-button'
import { ProgressCard } from '../form/progress-card'
import { useImport } from './use-import'

export interface UrlSourceProps {
  url: string
  importId: string | null
  onChange: (change: { url?: string; importId?: string | null }) => void
  /** Accepts the fetched video, at an address of ours. Resolves when that address is no longer needed. */
  onArrived: (address: string, name: string) => Promise<void>
  /** The ID of the sentence that says that there is no video yet. */
  errorId?: string | undefined
}

/** Takes a video from an address: the server fetches it, then it is edited like a chosen file. */
export function UrlSource({ url, importId, onChange, onArrived, errorId }: UrlSourceProps) {
  const [invalid, setInvalid] = useState(false)
  const { start, cancel, state, error } = useImport(
    importId,
    (id) => onChange({ importId: id }),
    (address) => onArrived(address, nameOf(url)),
  )
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
      {underWay ? (
        <ImportProgress url={url} state={state} onCancel={cancel} />
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

function ImportProgress({ url, state, onCancel }: { url: string; state: ImportState; onCancel: () => void }) {
  const { status, received, size } = state
  const text = {
    queued: 'Waiting in line',
    fetching: size
      ? `Fetching, ${formatBytes(received)} of ${formatBytes(size)}`
      : `Fetching, ${formatBytes(received)}`,
    probing: 'Checking the file',
    done: 'Loading the video into the editor',
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
