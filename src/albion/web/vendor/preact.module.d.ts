export type VNode = any;
export function h(type: any, props?: any, ...children: any[]): VNode;
export function render(node: VNode, parent: Element | DocumentFragment): void;
export const Fragment: any;
