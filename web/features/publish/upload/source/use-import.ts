import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ImportState } from '../../../../../contract/schemas/uploads/uploads'
import { call, client } from '../../../../lib/api'
import { key } from '../../../../lib/query/keys'

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

/**
 * Has the server fetch a video. `onArrived` receives the copy's address here, once. The server's copy is
 * deleted afterwards, since the published file is created in this browser.
 */
export function useImport(
  id: string | null,
  onId: (id: string | null) => void,
  onArrived: (address: string) => Promise<void>,
): Import {
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
  const state = id === null ? null : (query.data ?? null)

  const handlers = useRef({ onId, onArrived })
  handlers.current = { onId, onArrived }
  const arrived = state?.status === 'done' ? state.uploadId : null
  useEffect(() => {
    if (arrived === null || handedOver.has(arrived)) return
    handedOver.add(arrived)
    void handlers.current.onArrived(`/api/uploads/${arrived}/content`).finally(() => {
      handlers.current.onId(null)
      // The server's sweep removes what can't be deleted now.
      client.api.uploads[':id'].$delete({ param: { id: arrived } }).catch(() => {})
    })
  }, [arrived])

  function cancel() {
    if (id === null) return
    onId(null)
    // The server's sweep removes what can't be cancelled now.
    client.api.imports[':id'].$delete({ param: { id } }).catch(() => {})
  }

  return { start: mutateAsync, cancel, state, error: error ?? query.error }
}

function isUnderWay({ status }: ImportState): boolean {
  return status === 'queued' || status === 'fetching' || status === 'probing'
}
