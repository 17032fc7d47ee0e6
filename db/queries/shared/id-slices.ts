import { type Column, type SQL, sql } from 'drizzle-orm'

/** IDs that a task looks at in one run: `first`, and every `step`th after it. */
export interface IdSlice {
  first: number
  step: number
}

/** Returns, in SQL, the IDs of a slice up to the highest in a column, with or without a row. */
export function idsOf({ first, step }: IdSlice, column: Column): SQL {
  return sql`(with recursive slice(id) as (select ${first} union all
    select id + ${step} from slice where id + ${step} <= (select max(${column}) from ${column.table})) select id from slice)`
}
