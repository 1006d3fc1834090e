export function useState<T>(initial: T | (() => T)): [T, (next: T | ((old: T) => T)) => void];
export function useEffect(effect: () => void | (() => void), inputs?: any[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: any[]): void;
export function useMemo<T>(make: () => T, inputs?: any[]): T;
export function useCallback<T>(callback: T, inputs: any[]): T;
export function useRef<T>(initial: T): { current: T };
