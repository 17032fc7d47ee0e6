import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ImportState } from '../../../contract/schemas/uploads'
import { call, client } from '../../lib/api'
import { ApiError } from '../../lib/api-error'

/** Milliseconds between two looks at an import that is under way. */
const pollEvery = 1000

export interface Import {
  start(url: string): Promise<ImportState>
  cancel(): void
  state: ImportState | null
  error: unknown
}

/**
 * Fetches a video from an address by way of the server. When it has arrived, `onFile` gets it once; the server's copy
 * goes then, since what is published is made here.
 */
export function useImport(
  id: string | null,
  onId: (id: string | null) => void,
  onFile: (file: File) => Promise<void>,
): Import {
  const { mutateAsync, error } = useMutation({
    mutationFn: (url: string) => call(client.api.imports.$post({ json: { url } })),
    onSuccess: (state) => onId(state.id),
  })
  const query = useQuery({
    queryKey: [`/api/imports/${id}`],
    queryFn: ({ signal }) =>
      call(client.api.imports[':id'].$get({ param: { id: id ?? '' } }, { init: { signal } })),
    enabled: id !== null,
    refetchInterval: ({ state: { data, error: failed } }) =>
      !failed && data && isUnderWay(data) ? pollEvery : false,
  })
  const state = id === null ? null : (query.data ?? null)

  const handled = useRef<string | null>(null)
  const handlers = useRef({ onId, onFile })
  handlers.current = { onId, onFile }
  const arrived = state?.status === 'done' ? state.uploadId : null
  const download = useQuery({
    queryKey: [`/api/uploads/${arrived}/content`],
    queryFn: ({ signal }) => downloadUpload(arrived ?? '', signal),
    enabled: arrived !== null,
    // The file itself: not to be kept longer than it is looked at.
    gcTime: 0,
  })
  useEffect(() => {
    if (!download.data || !arrived || handled.current === arrived) return
    handled.current = arrived
    handlers.current.onId(null)
    void handlers.current.onFile(download.data).finally(() => {
      // What can't be removed now is swept by the server.
      client.api.uploads[':id'].$delete({ param: { id: arrived } }).catch(() => {})
    })
  }, [download.data, arrived])

  function cancel() {
    if (id === null) return
    onId(null)
    // What can't be cancelled now is swept by the server.
    client.api.imports[':id'].$delete({ param: { id } }).catch(() => {})
  }

  return { start: mutateAsync, cancel, state, error: error ?? query.error ?? download.error }
}

function isUnderWay({ status }: ImportState): boolean {
  return status === 'queued' || status === 'fetching' || status === 'probing'
}

async function downloadUpload(id: string, signal: AbortSignal): Promise<File> {
  const response = await fetch(`/api/uploads/${id}/content`, { signal })
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
  const blob = await response.blob()
  return new File([blob], `imported.${blob.type === 'video/webm' ? 'webm' : 'mp4'}`, {
    type: blob.type,
    lastModified: 0,
  })
}
