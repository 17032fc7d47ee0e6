import type { Page } from '@playwright/test'

/**
 * Returns this browser's records of uploads by their keys: drafts, jobs and queues. Empty before the first.
 */
export function uploadRecords(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(async () => {
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === 'uploads')) return {}
    const answer = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await answer(indexedDB.open('uploads'))
    const store = database.transaction('records').objectStore('records')
    const [keys, values] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())])
    database.close()
    return Object.fromEntries(keys.map((key, index) => [String(key), values[index]]))
  })
}

/** Lists the names of the uploads' files in this browser. */
export function uploadFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('uploads', { create: true })
    const names: string[] = []
    const entries = folder as unknown as { keys(): AsyncIterable<string> }
    for await (const name of entries.keys()) names.push(name)
    return names
  })
}
