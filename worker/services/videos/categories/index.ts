export { createCategory } from './create'
export { enqueueEmptyCategory, removeCategory } from './remove'
export { reorderCategories } from './reorder'
export { updateCategory } from './update'
