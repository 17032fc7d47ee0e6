import { useState } from 'react'
import type { ImportState } from '../../../contract/schemas/uploads'
import { messages } from '../../../contract/values/messages'
import { errorDetail } from '../../lib/api-error'
import { formatBytes } from '../../lib/format'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Input } from '../../ui/input'
import { ProgressBar } from '../../ui/progress-bar'
import { toast } from '../../ui/toast'
import { useImport } from './use-import'

export interface UrlSourceProps {
  url: string
  importId: string | null
  onChange: (change: { url?: string; importId?: string | null }) => void
  onFile: (file: File) => Promise<void>
}

/** Takes a video from an address: the server fetches it, then it is edited like a chosen file. */
export function UrlSource({ url, importId, onChange, onFile }: UrlSourceProps) {
  const [invalid, setInvalid] = useState(false)
  const { start, cancel, state, error } = useImport(importId, (id) => onChange({ importId: id }), onFile)
  const [starting, setStarting] = useState(false)

  async function begin() {
    const wrong = !isWebAddress(url)
    setInvalid(wrong)
    if (wrong) {
      toast({ title: 'Invalid URL', description: messages.videoUrlInvalid, variant: 'destructive' })
      return
    }
    setStarting(true)
    try {
      await start(url.trim())
    } catch (refusal) {
      toast({ title: 'Upload failed', description: errorDetail(refusal), variant: 'destructive' })
    } finally {
      setStarting(false)
    }
  }

  const underWay = state !== null && state.status !== 'failed'
  const failure = state?.status === 'failed' ? state.error : error ? errorDetail(error) : null
  return (
    <div className="grid gap-4">
      <Field label="Video URL" help="MP4, WebM" error={invalid ? messages.videoUrlInvalid : undefined}>
        <Input
          type="url"
          inputMode="url"
          placeholder="https://example.com/video.mp4"
          value={url}
          disabled={underWay}
          onChange={({ target }) => {
            setInvalid(false)
            onChange({ url: target.value })
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter fetches the video; it doesn't submit the form around.
            event.preventDefault()
            void begin()
          }}
        />
      </Field>
      {underWay ? (
        <ImportProgress state={state} onCancel={cancel} />
      ) : (
        <div>
          <Button onClick={begin} busy={starting}>
            Fetch Video
          </Button>
        </div>
      )}
      {failure && !starting ? (
        <Alert tone="danger" title="The video could not be fetched">
          {failure}
        </Alert>
      ) : null}
    </div>
  )
}

function ImportProgress({ state, onCancel }: { state: ImportState; onCancel: () => void }) {
  const { status, received, size } = state
  const text = {
    queued: 'Waiting for its turn',
    fetching: size
      ? `Fetching, ${formatBytes(received)} of ${formatBytes(size)}`
      : `Fetching, ${formatBytes(received)}`,
    probing: 'Checking the file',
    done: 'Opening it for the editor',
    failed: 'Failed',
  }[status]
  return (
    <div className="grid gap-3">
      <ProgressBar
        label="Fetching the video"
        value={status === 'fetching' && size ? received / size : null}
      />
      <div className="flex items-center justify-between gap-4">
        <p className="text-faint text-meta tabular-nums">{text}</p>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text.trim()) && /^https?:$/.test(new URL(text.trim()).protocol)
}
