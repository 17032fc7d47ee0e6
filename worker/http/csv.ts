import { type CsvRow, csvOf } from '#contract/values/shared/csv'
import { describeError, log } from '../log'

/** A table that is read while it is sent. */
export interface CsvExport {
  fileName: string
  rows: AsyncGenerator<CsvRow[]>
}

/**
 * Answers with a table as a CSV download. An error on the way breaks the connection, so that half a table is never
 * taken for a whole one.
 */
export function csvDownload({ fileName, rows }: CsvExport, requestId: string): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await rows.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(csvOf(value)))
      } catch (error) {
        log('error', 'csv.broken-off', { requestId, ...describeError(error) })
        controller.error(error)
      }
    },
    cancel: async () => {
      await rows.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'private, no-store',
    },
  })
}
