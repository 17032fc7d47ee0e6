import { Camera } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatBytes } from '#contract/values/shared/bytes'
import type { VideoLimits } from '#web/studio/source/limits'
import { Button } from '#web/ui/button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { SourceTab } from '../draft/draft'
import { FileChooser } from './file-chooser'
import { type UrlDraft, UrlSource } from './url-source'
import type { FetchedUse } from './use-video-job'

export interface SourceTabsProps {
  tab: SourceTab
  onTab: (tab: SourceTab) => void
  urlDraft: UrlDraft
  onUrl: (change: Partial<UrlDraft>) => void
  /** Resolves to whether the file was accepted. */
  onFile: (file: File) => Promise<boolean>
  /** Takes further files that are chosen at once. Absent where there can be one only. */
  onMore?: (files: readonly File[]) => void
  /** The ID of the sentence that says that there is no video yet. */
  errorId?: string | undefined
  /** Takes the video that was fetched from the URL. */
  fetched: FetchedUse
  renderRecorder: (onDone: (recording: File | null) => Promise<boolean>) => ReactNode
  limits?: VideoLimits
  /** The chosen video, or else the tab's own way to choose one. */
  children: ReactNode
}

const tabs = [
  { value: 'url', label: 'URL' },
  { value: 'file', label: 'File' },
  { value: 'camera', label: 'Camera' },
] as const

/** Offers three ways to choose a video. Once chosen, it is the same on every tab. */
export function SourceTabs(props: SourceTabsProps) {
  const { tab, onTab, urlDraft, onUrl, onFile, onMore, fetched, errorId, limits, children } = props
  const most = limits ? ` Up to ${formatBytes(limits.maxUploadBytes)}.` : ''
  return (
    <Tabs label="Video source" tabs={tabs} value={tab} onChange={onTab}>
      {children ??
        {
          url: <UrlSource draft={urlDraft} onChange={onUrl} fetched={fetched} errorId={errorId} />,
          file: (
            <FileChooser
              multiple={onMore !== undefined}
              onChoose={([first, ...others]) => {
                void onFile(first)
                if (others.length > 0) onMore?.(others)
              }}
              errorId={errorId}
              help={`MP4, MOV, WebM or MKV.${most}`}
            />
          ),
          camera: <CameraSource onFile={onFile} renderRecorder={props.renderRecorder} errorId={errorId} />,
        }[tab]}
    </Tabs>
  )
}

function CameraSource({
  onFile,
  renderRecorder,
  errorId,
}: Pick<SourceTabsProps, 'onFile' | 'renderRecorder' | 'errorId'>) {
  const [open, setOpen] = useState(false)
  if (open) {
    return renderRecorder(async (recording) => {
      setOpen(false)
      return recording !== null && onFile(recording)
    })
  }
  return (
    <div className="grid justify-items-center gap-3 rounded-card border border-line border-dashed bg-surface-1 px-4 py-10 text-center">
      <Camera aria-hidden="true" className="size-9 text-faint" />
      <p className="text-dim">Record a video with this device. Nothing is uploaded until you say so.</p>
      <Button data-invalid={errorId && true} aria-describedby={errorId} onClick={() => setOpen(true)}>
        Access Camera
      </Button>
    </div>
  )
}
