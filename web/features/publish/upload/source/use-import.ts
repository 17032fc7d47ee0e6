import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ImportState } from '#contract/schemas/uploads/upload'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import type { Way } from '../draft/draft'
import { contentOf } from '../store/source-file'

/** Milliseconds between polls of a running import. */
const pollEvery = 1000

/** Uploads that were handed over: the tab with the import may be closed and opened meanwhile. */
const handedOver = new Set<string>()

export interface Import {
  start(url: string): Promise<ImportState>
  cancel(): void
  state: ImportState | null
  error: unknown
}

/** Has the server fetch a video. */
export function useImport(id: string | null, onId: (id: string | null) => void): Import {
  const { mutateAsync, error } = useMutation({
    mutationFn: (url: string) => call(client.api.imports.$post({ json: { url } })),
    onSuccess: (state) => onId(state.id),
  })
  const query = useQuery({
    queryKey: key('import', id),
    queryFn: ({ signal }) =>
      call(client.api.imports[':id'].$get({ param: { id: id ?? '' } }, { init: { signal } })),
    enabled: id !== null,
    refetchInterval: ({ state: { data, error: failed } }) =>
      !failed && data && isUnderWay(data) ? pollEvery : false,
  })

  function cancel() {
    if (id === null) return
    onId(null)
    // The server's sweep removes what can't be cancelled now.
    client.api.imports[':id'].$delete({ param: { id } }).catch(() => {})
  }

  const state = id === null ? null : (query.data ?? null)
  return { start: mutateAsync, cancel, state, error: error ?? query.error }
}

export interface FetchedHandlers {
  /** Takes over the server's file, as the upload to publish. Resolves to whether it was taken. */
  onAsIs: (uploadId: string) => Promise<boolean>
  /** Takes a copy from an address of ours. Resolves when that is no longer needed. */
  onPrepared: (address: string) => Promise<void>
  /** Called when the import has served its purpose. */
  onTaken: () => void
}

/** Hands a finished import over, once, by the way that it can go; `way` is null until that is decided. */
export function useHandOver(state: ImportState | null, way: Way | null, handlers: FetchedHandlers): void {
  const current = useRef(handlers)
  current.current = handlers
  const arrived = state?.status === 'done' ? state.uploadId : null
  useEffect(() => {
    if (arrived === null || way === null || handedOver.has(arrived)) return
    handedOver.add(arrived)
    const { onAsIs, onPrepared } = current.current
    const prepare = () => onPrepared(contentOf(arrived)).then(() => false)
    void (way === 'asIs' ? onAsIs(arrived) : prepare()).then((isKept) => {
      current.current.onTaken()
      // The server's sweep removes what can't be deleted now.
      if (!isKept) client.api.uploads[':id'].$delete({ param: { id: arrived } }).catch(() => {})
    })
  }, [arrived, way])
}

function isUnderWay({ status }: ImportState): boolean {
  return status === 'queued' || status === 'fetching' || status === 'probing'
}
