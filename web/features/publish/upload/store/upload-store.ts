import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

const uploadsDatabase = 'uploads'

interface Schema extends DBSchema {
  records: { key: string; value: unknown }
}

/** What is still to be written: a value, or a removal. `onlyIfThere` revives nothing that another tab removed. */
type Write = { value: unknown; onlyIfThere: boolean } | 'remove'

/** A copy of all records. Reads come from here, since a form can't wait for the disk. */
const records = new Map<string, unknown>()
let pending = new Map<string, Write>()
let writing = new Map<string, Write>()
let flushing: Promise<void> | null = null
const listeners = new Set<(key: string, isThere: boolean) => void>()
let opened: Promise<IDBPDatabase<Schema> | null> | null = null
let channel: BroadcastChannel | null = null

/**
 * Holds the drafts, jobs and queues of this browser's uploads. They are in IndexedDB, whose strict transactions
 * are on the disk when they end: local storage is written seconds later, and a killed browser loses that. Where
 * there is no database, the records live as long as the page.
 */
export const uploadStore = {
  /** Reads what there is, also what other tabs have just written. */
  async open(): Promise<void> {
    const database = await openDatabase()
    await uploadStore.saved()
    if (!database) return
    await moveOldRecords(database)
    const { store } = database.transaction('records')
    const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()])
    const found = new Map(keys.map((key, index) => [key, values[index]]))
    for (const key of [...records.keys()]) if (!found.has(key) && !isUnsaved(key)) records.delete(key)
    for (const [key, value] of found) if (!isUnsaved(key)) records.set(key, value)
  },

  get<Value>(key: string): Value | undefined {
    return records.get(key) as Value | undefined
  },

  /** Lists the keys that begin with this text. */
  keys(start: string): string[] {
    return [...records.keys()].filter((key) => key.startsWith(start))
  },

  put(key: string, value: unknown): void {
    records.set(key, value)
    write(key, { value, onlyIfThere: false })
  },

  /** Changes a record, unless another tab has removed it. */
  replace(key: string, value: unknown): void {
    if (!records.has(key)) return
    records.set(key, value)
    const before = pending.get(key)
    write(key, { value, onlyIfThere: before === undefined || before === 'remove' || before.onlyIfThere })
  },

  remove(key: string): void {
    records.delete(key)
    write(key, 'remove')
  },

  /** Calls back when another tab has written or removed a record. */
  onChange(listener: (key: string, isThere: boolean) => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  get isSaved(): boolean {
    return flushing === null
  },

  /** Resolves when everything is on the disk. */
  async saved(): Promise<void> {
    await flushing
  },
}

function isUnsaved(key: string): boolean {
  return pending.has(key) || writing.has(key)
}

function write(key: string, change: Write): void {
  pending.set(key, change)
  flushing ??= flush()
}

/** Writes until nothing is pending. What changes meanwhile is written together, so typing isn't slowed down. */
async function flush(): Promise<void> {
  const database = await openDatabase()
  while (pending.size > 0) {
    writing = pending
    pending = new Map()
    // Where the disk is full, the records live as long as the page.
    if (database) await writeAll(database, writing).catch(() => undefined)
    for (const [key, change] of writing) channel?.postMessage({ key, change })
    writing = new Map()
  }
  // Here and not after it has settled, when something may be pending again.
  flushing = null
}

async function writeAll(database: IDBPDatabase<Schema>, changes: ReadonlyMap<string, Write>): Promise<void> {
  const transaction = database.transaction('records', 'readwrite', { durability: 'strict' })
  const { store } = transaction
  for (const [key, change] of changes) {
    if (change === 'remove') await store.delete(key)
    else if (!change.onlyIfThere || (await store.getKey(key)) !== undefined)
      await store.put(change.value, key)
  }
  await transaction.done
}

function openDatabase(): Promise<IDBPDatabase<Schema> | null> {
  opened ??= (async () => {
    if (typeof indexedDB === 'undefined') return null
    const database = await openDB<Schema>(uploadsDatabase, 1, {
      upgrade: (fresh) => void fresh.createObjectStore('records'),
    }).catch(() => null)
    channel = new BroadcastChannel(uploadsDatabase)
    channel.addEventListener('message', ({ data }: MessageEvent<{ key: string; change: Write }>) =>
      receiveFromTab(data),
    )
    return database
  })()
  return opened
}

function receiveFromTab({ key, change }: { key: string; change: Write }): void {
  if (isUnsaved(key)) return
  if (change === 'remove') records.delete(key)
  // Another tab may have changed a record that this one knows to be removed.
  else if (!change.onlyIfThere || records.has(key)) records.set(key, change.value)
  else return
  for (const listener of listeners) listener(key, change !== 'remove')
}

/** Moves the records that earlier versions of the site kept in local storage. */
async function moveOldRecords(database: IDBPDatabase<Schema>): Promise<void> {
  const old = Object.keys(localStorage).filter((key) => /^(draft|job):\d+:/.test(key))
  if (old.length === 0) return
  const { store, done } = database.transaction('records', 'readwrite', { durability: 'strict' })
  for (const key of old) {
    const text = localStorage.getItem(key)
    if (text !== null && (await store.getKey(key)) === undefined) await store.put(JSON.parse(text), key)
  }
  await done
  for (const key of old) localStorage.removeItem(key)
}
