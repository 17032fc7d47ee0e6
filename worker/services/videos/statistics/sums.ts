export function sum<Name extends string>(rows: readonly Record<Name, number>[], name: Name): number {
  return rows.reduce((total, row) => total + row[name], 0)
}

/** Unknown countries count under "Other" as well. */
export function byCountry(rows: readonly { country: string; views: number }[]) {
  const byCode = Map.groupBy(rows, ({ country }) => country)
  return [...byCode].map(([code, each]) => ({ name: code || null, views: sum(each, 'views') }))
}
