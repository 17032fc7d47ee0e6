import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { noteStored } from './has-store'

const uploadsDatabase = 'uploads'

interface Schema extends DBSchema {
  records: { key: string; value: unknown }
}

/** A write to come: a value, or a removal. `onlyIfThere` revives nothing that another tab removed. */
type Write = { value: unknown; onlyIfThere: boolean } | 'remove'

/** A copy of all records. Reads come from here, since a form can't wait for the disk. */
const records = new Map<string, unknown>()
let pending = new Map<string, Write>()
let writing = new Map<string, Write>()
let flushing: Promise<void> | null = null
const listeners = new Set<(key: string, isThere: boolean) => void>()
/** Milliseconds after which a failed write is tried again. */
const retryDelay = 5000
let opened: Promise<IDBPDatabase<Schema>> | null = null
let channel: BroadcastChannel | null = null
/** Counts the changes reported by other tabs. */
let received = 0

/**
 * Holds the drafts, jobs and queues of this browser's uploads. They are in IndexedDB, whose strict transactions
 * are on the disk when they end: local storage is written seconds later, and a killed browser loses that. Where
 * there is no database, the records live as long as the page.
 */
export const uploadStore = {
  /** Reads all records, including those that other tabs have just written. */
  async open(): Promise<void> {
    await uploadStore.saved()
    let found: Map<string, unknown> | null
    let before: number
    do {
      before = received
      found = await withDatabase(readAll)
      // A change that another tab reported meanwhile may be newer than the records read.
    } while (received !== before)
    if (!found) return
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

  /** Lists the values of these keys. */
  list<Value>(start: string): Value[] {
    return uploadStore.keys(start).flatMap((key) => uploadStore.get<Value>(key) ?? [])
  },

  put(key: string, value: unknown): void {
    records.set(key, value)
    write(key, { value, onlyIfThere: false })
  },

  /** Changes a record, unless another tab has removed it. */
  replace(key: string, value: unknown): void {
    if (!records.has(key)) return
    records.set(key, value)
    const before = pending.get(key) ?? writing.get(key)
    write(key, { value, onlyIfThere: before === undefined || before === 'remove' || before.onlyIfThere })
  },

  remove(key: string): void {
    records.delete(key)
    write(key, 'remove')
  },

  /** Calls back when another tab has written or removed a record. */
  onChange(listener: (key: string, isThere: boolean) => void): () => void {
    // Another tab may begin its first upload before this one has read anything.
    channel ??= openChannel()
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  /** Whether a killed page loses no value. A lost removal loses nothing. */
  get isSaved(): boolean {
    return [...writing.values(), ...pending.values()].every((change) => change === 'remove')
  },

  /** Resolves when everything is on the disk, or can't be written now. */
  async saved(): Promise<void> {
    if (pending.size > 0) flushing ??= flush()
    await flushing
  },
}

/** Returns the beginning of the keys of one account's records of a kind, or of all accounts' records. */
export function keysOf(kind: 'draft' | 'job' | 'queue', account?: number): string {
  return account === undefined ? `${kind}:` : `${kind}:${account}:`
}

function isUnsaved(key: string): boolean {
  return pending.has(key) || writing.has(key)
}

function write(key: string, change: Write): void {
  pending.set(key, change)
  // A draft is text alone.
  if (!key.startsWith(keysOf('draft'))) noteStored()
  flushing ??= flush()
}

/**
 * Writes until nothing is pending. Changes made meanwhile are written together, so typing isn't slowed down.
 */
async function flush(): Promise<void> {
  let isWritten = true
  while (isWritten && pending.size > 0) {
    isWritten = (await withDatabase(writePending)) !== null
    // Where the disk is full, the records live as long as the page, and wait for room.
    if (!isWritten) pending = new Map([...writing, ...pending])
    else for (const [key, change] of writing) channel?.postMessage({ key, change })
    writing = new Map()
  }
  // Here and not after it has settled, when something may be pending again.
  flushing = null
  if (!isWritten) setTimeout(() => void uploadStore.saved(), retryDelay)
}

/** Works on the database. Returns null where there is none, or where it failed. */
async function withDatabase<Result>(
  work: (database: IDBPDatabase<Schema>) => Promise<Result>,
): Promise<Result | null> {
  const opening = openDatabase()
  try {
    return await work(await opening)
  } catch {
    // A browser may end a connection without a word, so the next work opens another.
    opened = null
    opening.then(
      (database) => database.close(),
      () => {},
    )
    return null
  }
}

async function readAll(database: IDBPDatabase<Schema>): Promise<Map<string, unknown>> {
  await moveOldRecords(database)
  const { store } = database.transaction('records')
  const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()])
  return new Map(keys.map((key, index) => [key, values[index]]))
}

async function writePending(database: IDBPDatabase<Schema>): Promise<void> {
  writing = pending
  pending = new Map()
  const transaction = database.transaction('records', 'readwrite', { durability: 'strict' })
  const { store } = transaction
  const written = [...writing].map(async ([key, change]) => {
    if (change === 'remove') await store.delete(key)
    else if (!change.onlyIfThere || (await store.getKey(key)) !== undefined)
      await store.put(change.value, key)
  })
  await Promise.all([...written, transaction.done])
}

function openDatabase(): Promise<IDBPDatabase<Schema>> {
  channel ??= openChannel()
  opened ??= connect()
  return opened
}

/** Rejects where there is no database, or none that may be used. */
async function connect(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(uploadsDatabase, 1, {
    upgrade: (fresh) => void fresh.createObjectStore('records'),
    terminated: () => {
      opened = null
    },
  })
}

function openChannel(): BroadcastChannel {
  const opening = new BroadcastChannel(uploadsDatabase)
  opening.addEventListener('message', ({ data }: MessageEvent<{ key: string; change: Write }>) =>
    receiveFromTab(data),
  )
  return opening
}

function receiveFromTab({ key, change }: { key: string; change: Write }): void {
  received += 1
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
