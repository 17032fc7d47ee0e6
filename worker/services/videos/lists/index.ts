export { createList, removeList, renewListLink, updateList } from './change'
export { addToList, moveInList, removeFromList } from './items'
export { getList, listItems, listLists, listSteps, listsFor } from './read'
export { getSharedList, listSharedItems, listSharedSteps } from './shared'
