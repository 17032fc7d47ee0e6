import { isSQLWrapper } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from './client'

type Statement = BatchItem<'sqlite'>
type Named = { readonly [name: string]: Statement }

/** A statement of a batch, named if its result is needed. */
export type Step = Statement | Named

type ResultsOf<S> = S extends Statement | null
  ? unknown
  : { [Name in keyof S]: S[Name] extends Statement ? S[Name]['_']['result'] : never }

/** A list or step that may be left out guarantees nothing, so its names aren't among the results. */
type Results<Steps extends readonly unknown[]> = Steps extends readonly [infer First, ...infer Rest]
  ? ResultsOf<First> & Results<Rest>
  : Steps extends readonly [...infer Rest, infer Last]
    ? Results<Rest> & ResultsOf<Last>
    : unknown

/**
 * Runs steps in one batch, in order, and returns the named results by name, so that no one has to count
 * statements. A step that is null is left out.
 */
export async function batchNamed<const Steps extends readonly (Step | null)[]>(
  db: Db,
  steps: Steps,
): Promise<Results<Steps>> {
  const entries = steps.flatMap((step) => (step === null ? [] : entriesOf(step)))
  const names = entries.flatMap(([name]) => name ?? [])
  if (new Set(names).size < names.length)
    throw new Error(`A batch names two results alike: ${names.join(', ')}`)
  const [first, ...rest] = entries.map(([, statement]) => statement)
  if (!first) throw new Error('A batch has statements')
  const results = await db.batch([first, ...rest])
  const named = entries.flatMap(([name], index) => (name === null ? [] : [[name, results[index]]]))
  return Object.fromEntries(named)
}

function entriesOf(step: Step): [name: string | null, statement: Statement][] {
  return isStatement(step) ? [[null, step]] : Object.entries(step)
}

function isStatement(step: Step): step is Statement {
  return isSQLWrapper(step)
}
