import { TestClient } from '../client'

export type Verdict = 'approve' | 'reject'

export function decide(client: TestClient, verdict: Verdict, id: number, json: unknown = {}) {
  return client.request('POST', `/api/admin/videos/${id}/${verdict}`, { json })
}

/** Whether somebody who isn't signed in sees it. */
export async function isPublic(id: number): Promise<boolean> {
  return (await new TestClient().get(`/api/videos/${id}`)).status === 200
}
